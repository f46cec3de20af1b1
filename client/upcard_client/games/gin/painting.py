"""The gin table as a picture: a scene painted for a window and a palette."""

from upcard_client.cardtable import painting
from upcard_client.cardtable.painting import Picture
from upcard_client.games.gin.scene import Scene
from upcard_client.games.gin.scorepainting import paint_score_sheet
from upcard_client.games.gin.sheets import paint_result
from upcard_client.games.gin.tabletop import paint_tabletop
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

    return painting.paint(
        scene,
        width,
        height,
        palette,
        tabletop,
        result if scene.result is not None else None,
        sheet=sheet if scene.sheet is not None else None,
    )
