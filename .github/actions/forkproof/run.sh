# Runs forkproof and keeps its exit code for the last step: the steps between show what was found.
set -euo pipefail
# A report of an earlier run must not stand for this one.
rm -f -- "$MARKDOWN"
eval "set -- $ARGUMENTS"
exit_code=0
# The next step writes the summary, so that it is written once. Options stand before a `--` among the arguments.
# shellcheck disable=SC2086
env -u GITHUB_STEP_SUMMARY $FORKPROOF "$COMMAND" --reporter minimal --reporter "markdown=$MARKDOWN" "$@" || exit_code=$?
echo "exit=$exit_code" >> "$GITHUB_OUTPUT"
