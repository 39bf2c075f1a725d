"""`python -m quincunx` runs the program of the same wheel."""

import os
import shutil
import sys
import sysconfig

beside = os.path.join(sysconfig.get_path("scripts"), "quincunx")
program = beside if os.path.exists(beside) else shutil.which("quincunx")
if program is None:
    sys.exit("quincunx: this installation has no program, only the module")
os.execv(program, ["quincunx", *sys.argv[1:]])
