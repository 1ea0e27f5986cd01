"""Lineups by pydfs-lineup-optimizer, one after another: PEER.PY SALARIES COUNT EXPOSURE STACKED -> JSON."""

import json
import sys
import time

from pydfs_lineup_optimizer import PositionsStack, Site, Sport, get_optimizer

path, count, exposure, stacked = sys.argv[1:]
optimizer = get_optimizer(Site.DRAFTKINGS, Sport.FOOTBALL)
optimizer.load_players_from_csv(path)
if stacked == "stacked":
    optimizer.add_stack(PositionsStack(["QB", ("WR", "TE")]))
limits = {} if exposure == "all" else {"max_exposure": float(exposure)}
begin = time.perf_counter()
totals = [lineup.fantasy_points_projection for lineup in optimizer.optimize(n=int(count), **limits)]
print(json.dumps({"seconds": time.perf_counter() - begin, "totals": totals}))
