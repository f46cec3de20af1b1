"""The rummy table as a picture: a scene painted for a window and a palette."""

from msgspec.structs import replace

from upcard_client.cardtable import painting
from upcard_client.cardtable.painting import Picture
from upcard_client.games.rummy.scene import Scene
from upcard_client.games.rummy.sheets import paint_result, paint_score_sheet
from upcard_client.games.rummy.tabletop import LINED, paint_tabletop
from upcard_client.looks.palette import Palette
from upcard_client.widgets.canvas import Canvas
from upcard_client.widgets.frame import Zone
from upcard_client.widgets.sizes import Rows


def paint(scene: Scene, width: int, height: int, palette: Palette) -> Picture:
    """Paint a scene for a window of so many cells."""

    def tabletop(canvas: Canvas, plan: Rows, palette: Palette) -> list[Zone]:
        return paint_tabletop(canvas, scene, plan, palette)

    def result(canvas: Canvas, palette: Palette) -> list[Zone]:
        assert scene.result is not None
        return paint_result(canvas, scene.result, palette)

    def sheet(canvas: Canvas, palette: Palette) -> list[Zone]:
        assert scene.sheet is not None
        return paint_score_sheet(canvas, scene.sheet, palette, scene.scroll)

    plan = painting.planned(scene, width, height, palette)
    if plan is not None and plan.table_height < LINED and scene.header.scores:
        # The others have no lines with their points: the scores of all stand at the top.
        scores = tuple(zip(scene.pane.names, scene.pane.totals, strict=True))
        scene = replace(scene, header=replace(scene.header, scores=scores))
    return painting.paint(
        scene,
        width,
        height,
        palette,
        tabletop,
        result if scene.result is not None else None,
        sheet=sheet if scene.sheet is not None else None,
    )
