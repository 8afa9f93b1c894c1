#!/usr/bin/env bash
# Runs the scenarios of this checkout on three workers, over a NATS server that lives as long as this script.
# Your own set-up has the same three parts: a server that all machines reach, workers, and a run.
#
#   npm run example:queue                    all scenarios
#   npm run example:queue -- scenarios/pairs the ones in a folder
set -euo pipefail

command -v nats-server >/dev/null || PATH=$PATH:/usr/sbin
command -v nats-server >/dev/null || { echo "nats-server is missing (Debian: apt-get install nats-server)" >&2; exit 3; }

store=$(mktemp -d)
started=()
trap 'kill "${started[@]}" 2>/dev/null; wait; rm -rf "$store"' EXIT

# 1. The server. JetStream keeps jobs, results and files on its disk, so a restart loses nothing. Port -1 takes a free one;
#    your own has a fixed port, TLS and users: see harness/queue/README.md.
nats-server --jetstream --store_dir "$store" --addr 127.0.0.1 --port -1 --ports_file_dir "$store" 2>"$store/server.log" &
started+=($!)
until url=$(grep -ohE 'nats://127\.0\.0\.1:[0-9]+' "$store"/*.ports 2>/dev/null); do
  kill -0 "${started[0]}" || { cat "$store/server.log" >&2; exit 3; }
  sleep 0.1
done

# 2. The workers, on any number of machines. One that is killed loses nothing: others get its jobs.
for worker in 1 2 3; do
  node harness/cli/main.ts worker --queue "$url" --jobs 1 >"$store/worker-$worker.log" 2>&1 &
  started+=($!)
done

# 3. The run. It prints and writes what it does without a queue, and exits with the same code.
node harness/cli/main.ts run "${@:-scenarios}" --queue "$url" && exit=0 || exit=$?

for worker in 1 2 3; do echo "worker $worker ran $(grep -cE '^(passed|failed|errored)  ' "$store/worker-$worker.log") jobs"; done
exit "$exit"
