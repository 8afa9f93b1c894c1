/**
 * A `git` that stands before the real one on PATH. Reading subcommands run programs that a repository's config names: a fsmonitor, a pager, gpg,
 * diff, text conversion and merge drivers, clean filters, a transport that fetches missing objects (git-config(1), gitattributes(5)). Fixed settings
 * switch off those with fixed names; drivers have names of the repository's own, so they are asked for first and emptied one by one. `git
 * config` reads files and runs nothing. What has no setting is switched off by options right behind the subcommand, before any that is given.
 *
 * Submodules are left out: git would enter them by itself, and their drivers have other names.
 */
export const guardedGit = `#!/bin/sh
# git, for a shell that only reads: no program that a config names is run, and no index is refreshed.
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_EXTERNAL_DIFF GIT_CONFIG_PARAMETERS GIT_TRACE GIT_TRACE2 GIT_TRACE2_EVENT GIT_EXEC_PATH
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_ATTR_NOSYSTEM=1
export GIT_OPTIONAL_LOCKS=0 GIT_PAGER=cat PAGER=cat GIT_TERMINAL_PROMPT=0
export GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1
GIT_CONFIG_COUNT=0
set_to() {
  export "GIT_CONFIG_KEY_$GIT_CONFIG_COUNT=$1" "GIT_CONFIG_VALUE_$GIT_CONFIG_COUNT=$2"
  GIT_CONFIG_COUNT=$((GIT_CONFIG_COUNT + 1))
  export GIT_CONFIG_COUNT
}
set_to core.fsmonitor false
set_to core.hooksPath /dev/null
set_to core.alternateRefsCommand false
set_to log.showSignature false
set_to log.diffMerges separate
set_to merge.default text
set_to submodule.recurse false
set_to format.pretty medium
for format in '' .openpgp .x509 .ssh; do set_to "gpg$format.program" false; done
set_to diff.submodule short
set_to diff.autoRefreshIndex false
set_to status.submoduleSummary false
set_to safe.bareRepository explicit

# The words again, with what must be said to the subcommand right behind its name. -C is followed here.
quiet='--no-ext-diff --no-textconv --ignore-submodules=all'
left=$#
reading=git
while [ "$left" -gt 0 ]; do
  word=$1
  left=$((left - 1))
  shift
  case $reading in
    git)
      case $word in
        -C) reading=folder && continue ;;
        -C?*) cd -- "\${word#-C}" || exit 128 ; continue ;;
        -*) ;;
        *) reading=rest && more= ;;
      esac
      [ "$reading$1" != rest--help ] || { echo 'git: help runs a viewer that a config names' >&2; exit 129; }
      case $reading$word in
        restdiff | restdiff-tree | restdiff-index | restdiff-files | restlog | restshow | restwhatchanged) more=$quiet ;;
        restreflog | reststash) reading=second ;;
        restblame) more=--no-textconv ;;
        reststatus) more=--ignore-submodules=all ;;
      esac
      ;;
    folder)
      [ -z "$word" ] || cd -- "$word" || exit 128
      reading=git
      continue
      ;;
    second)
      # reflog without a subcommand shows, and so takes the options at once.
      case $word in
        show | list) set -- "$@" "$word" $quiet ;;
        *) set -- "$@" $quiet "$word" ;;
      esac
      reading=rest
      continue
      ;;
  esac
  # shellcheck disable=SC2086 -- several words
  set -- "$@" "$word" $more
  more=
done
[ "$reading" != second ] || set -- "$@" $quiet

# Bytes, since a name need be no text in this locale. A driver with an empty name is one too, and is emptied in any case.
drivers=$("$FORKPROOF_GIT" config --name-only --get-regexp '^filter\\.' 2>/dev/null | LC_ALL=C sed -n 's/^filter\\.\\(.*\\)\\.[^.]*$/\\1/p' | LC_ALL=C sort -u)
while IFS= read -r driver; do
  for step in clean smudge process; do set_to "filter.$driver.$step" ''; done
  set_to "filter.$driver.required" false
done <<DRIVERS
$drivers
DRIVERS
mergers=$("$FORKPROOF_GIT" config --name-only --get-regexp '^merge\\..*\\.driver$' 2>/dev/null | LC_ALL=C sed -n 's/^merge\\.\\(.*\\)\\.[^.]*$/\\1/p' | LC_ALL=C sort -u)
while IFS= read -r driver; do
  set_to "merge.$driver.driver" false
done <<DRIVERS
$mergers
DRIVERS
exec "$FORKPROOF_GIT" --no-pager "$@"
`;
