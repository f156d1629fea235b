"""An environment for learning: every game and board as a PettingZoo, Gymnasium or batched environment.

>>> from footplate import rl
>>> env = rl.env("rust-belt", players=3)
>>> env.reset(seed=1)
>>> len(env.agents)
3
"""

from __future__ import annotations

try:
    import gymnasium as _gymnasium
    import numpy as _numpy
    import pettingzoo as _pettingzoo
except ImportError as missing:
    raise ImportError(
        f"footplate.rl needs {missing.name}: install what it learns with by  pip install 'footplate[rl]'"
    ) from None

from footplate.rl.candidates import Candidates
from footplate.rl.many import Batch, Many
from footplate.rl.one_seat import OneSeat
from footplate.rl.play import Reward
from footplate.rl.sentences import Sentences
from footplate.rl.table import Table, env

__all__ = ["Batch", "Candidates", "Many", "OneSeat", "Reward", "Sentences", "Table", "env"]
del _gymnasium, _numpy, _pettingzoo
