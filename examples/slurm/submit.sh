#!/bin/bash
# Collects the query history of many logs with Slurm, one job for each log, and merges their snapshots in a last job.
#
#   ls logs/*.json > logs.txt
#   ./submit.sh logs.txt history.jsonl.gz
#
# Every node needs `querygate` on the PATH, and this folder and the logs at the same paths.
set -euo pipefail
here=$(dirname "$0") list=$1 history=$2

mapfile -t logs < "$list"
collect=$(sbatch --parsable --requeue --array="0-$((${#logs[@]} - 1))" "$here/collect.sbatch" "$list")
# Runs once every job of the array has ended with 0. If one cannot, the merge is cancelled.
merge=$(sbatch --parsable --dependency="afterok:$collect" --kill-on-invalid-dep=yes "$here/merge.sbatch" "$list" "$history")
echo "collecting ${#logs[@]} logs in job $collect, merging them in job $merge"
