# Traces commands where they can change nothing, with no network.
#   $1: a folder with the playground, seen as /mnt inside; the other words: the shell and the script that it runs
#   standard error: what strace prints, and nothing else
# Call it in namespaces of its own: unshare --user --map-root-user --mount --net --pid --fork --kill-child --mount-proc
set -eu
box=$1
shift
mount --make-rprivate /
mount -a -o remount,bind,ro 2>/dev/null || true
mount --bind "$box" /mnt
mount -o remount,bind,ro /mnt
mount -t tmpfs -o size=64m none /tmp
# A network with loopback alone: connect(2) and sendto(2) are seen before they fail.
if touch /mnt/box-test 2>/dev/null || touch /etc/box-test 2>/dev/null; then
  echo 'the box can be written' >&2
  exit 9
fi
cd /mnt
calls=execve,execveat,open,openat,openat2,creat,chdir
calls=$calls,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,rmdir,link,linkat,symlink,symlinkat,mknod,mknodat,truncate
calls=$calls,chmod,fchmod,fchmodat,chown,lchown,fchown,fchownat,utime,utimes,utimensat,futimesat,setxattr,lsetxattr,fsetxattr
calls=$calls,removexattr,lremovexattr,fremovexattr,connect,sendto,sendmsg,sendmmsg,bind,kill,mount,umount2,pivot_root,chroot,swapon
calls=$calls,sethostname,setdomainname,settimeofday,clock_settime,adjtimex,reboot,init_module,finit_module,ptrace,setns,memfd_create
calls=$calls,process_vm_writev,io_uring_setup,syslog
# Output goes through a pipe, since some utilities do less when they print to /dev/null.
strace -f --seccomp-bpf -qq -s 400 -e signal=none -e "trace=$calls" "$@" | cat >/dev/null
