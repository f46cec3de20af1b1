"""The screen that says that a server shows another certificate."""

from pathlib import Path

import pytest

from tests.support.pretend import Pretence
from upcard_client.network.addresses import Address
from upcard_client.network.pins import PINS, Pins
from upcard_client.screens.certificate import CertificateScreen
from upcard_client.screens.connect import ConnectScreen

SECRET = Address("192.168.1.20", tls=True)
WAS, NOW = "0000-1111-2222-3333-4444-5555-6666-7777", "ffff-eeee-dddd-cccc-bbbb-aaaa-9999-8888"


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_a_changed_certificate_is_loud_and_only_t_trusts_it(tmp_path: Path, size: tuple[int, int]) -> None:
    pretence = Pretence(tmp_path, address=SECRET)
    async with pretence.app.run_test(size=size) as pilot:
        await pilot.pause()
        pretence.link.fail("certificate_changed", address=str(SECRET), was=WAS, now=NOW)
        await pilot.pause()
        assert isinstance(pretence.app.screen, CertificateScreen)
        for words in ("ANOTHER CERTIFICATE", WAS, NOW, "tls://192.168.1.20", "Esc goes back"):
            assert words in pretence.text
        await pilot.press("enter")
        assert len(pretence.links) == 1, "nobody trusts by habit"
        await pilot.press("t")
        await pilot.pause()
        assert pretence.link.address == SECRET
        assert len(pretence.links) == 2
    assert Pins(tmp_path / PINS).of(SECRET) == NOW


async def test_escape_leads_back_to_the_first_screen_and_nothing_is_trusted(tmp_path: Path) -> None:
    pretence = Pretence(tmp_path, address=SECRET)
    async with pretence.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        pretence.link.fail("certificate_changed", address=str(SECRET), was=WAS, now=NOW)
        await pilot.pause()
        await pilot.press("escape")
        assert isinstance(pretence.app.screen, ConnectScreen)
        assert "Not connected: the server shows another certificate than before." in pretence.text
        assert len(pretence.links) == 1
    assert Pins(tmp_path / PINS).of(SECRET) is None
