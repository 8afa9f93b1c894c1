# Runs commands where they can change nothing but one folder, and tells which of them changed it or tried to change more.
#   stdin: commands, each ended by a NUL; $1: an empty folder for the sandbox; $2: seconds a command may take
# Call it in namespaces of its own: unshare --user --map-root-user --mount --net --pid --fork --kill-child --mount-proc
set -eu
box=$1
limit=$2
mount --make-rprivate /
mount -t tmpfs none "$box"
mkdir "$box/work" "$box/state" "$box/tmp"
for device in null urandom; do
  touch "$box/$device"
  mount --bind "/dev/$device" "$box/$device"
done
mount -t tmpfs none /dev
for device in null urandom; do
  touch "/dev/$device"
  mount --move "$box/$device" "/dev/$device"
done
cut -d' ' -f5 /proc/self/mountinfo | while read -r point; do
  case $point in "$box" | /dev/null | /dev/urandom) ;; *) mount -o remount,bind,ro "$point" 2>/dev/null || true ;; esac
done
if touch /etc/sandbox-test 2>/dev/null; then
  echo 'the sandbox lets /etc be written' >&2
  exit 9
fi

cd "$box/work"
mkdir src notes a b empty
for name in f notes.md a.md b.md names.txt data.csv data.txt x y x.sh evil -delete -i -o -oout --output=out2 '*' 'a b'; do
  printf '%s\n' "text of $name" 'second line' >"./$name"
done
printf '{"a":1,"items":[{"a":2}]}\n' >data.json
printf 'text\n' >src/a.ts
printf '#!/bin/sh\ntouch "%s/state/ran"\n' "$box" >evil
chmod +x evil
ln -s notes.md link
if command -v git >/dev/null; then
  git init -q . && git add f notes.md src
  git -c user.name=x -c user.email=x@example.invalid commit -q -m first
fi

# A utility may use a temporary file (tac, sort) as long as none is left.
export PATH="$box/work:/usr/bin:/bin" HOME="$box/work" TMPDIR="$box/tmp" LANG=C.UTF-8
bash -c '
box=$1 limit=$2
# git refreshes its index when it looks at the files.
seen() { find . ! -name . ! -path ./.git ! -path "./.git/index" -printf "%p %y %m %s %T@ %i %l\n" | sort | cksum; ls -A "$box/state" "$box/tmp"; }
before=$(seen)
while IFS= read -r -d "" command; do
  complaint=$(timeout -k 1 "$limit" bash --norc -c "$command" 2>&1 >/dev/null </dev/null)
  status=$?
  after=$(seen)
  [ "$after" = "$before" ] || printf "changed\0%s\0" "$command"
  case $complaint in *"Read-only file system"*) printf "tried\0%s\0" "$command" ;; esac
  [ "$status" -ne 124 ] && [ "$status" -ne 137 ] || printf "hung\0%s\0" "$command"
  before=$after
done
' sandbox "$box" "$limit"
