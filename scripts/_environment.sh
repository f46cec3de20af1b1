# shellcheck shell=bash
# Makes and enters the project's own environment; sourced by play, test and bench, so it is written once.
#
# Afterwards: `root` is the checkout, `.venv` in it is complete and fresh, and its commands come first in PATH.
# A sourcing script stops here, with one line on stderr that says what to do, when that could not be had.

root="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." > /dev/null && pwd)" || exit 1

# Prints the first Python that can make an environment: 3.11 or newer, with venv and the pip that it brings.
# PYTHON=python3.12 chooses one, also in place of that of a complete .venv. Each is tried by running it: a name in PATH may lead nowhere (pyenv's do).
find_python() {
    local name found=""
    for name in ${PYTHON:-python3.14 python3.13 python3.12 python3.11 python3 python}; do
        "$name" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' > /dev/null 2>&1 || continue
        if "$name" -I -c 'import venv, ensurepip' > /dev/null 2>&1; then
            command -v "$name"
            return
        fi
        found="${found:-$name}"
    done
    if [ -n "$found" ]; then
        echo "upcard: $found has no venv module: install it (Debian, Ubuntu: apt install $(basename "$found")-venv) and run this again" >&2
    else
        echo "upcard: needs Python 3.11 or newer${PYTHON:+, and PYTHON=$PYTHON is not}: install one (Debian, Ubuntu: apt install python3 python3-venv; macOS: brew install python) and run this again" >&2
    fi
    return 1
}

python="$(find_python)" || exit 1
"$python" -I "$root/scripts/_environment.py" || exit 1
export PATH="$root/.venv/bin:$PATH"
unset name found python PYTHONHOME
