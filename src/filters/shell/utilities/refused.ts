import type { Arguments, Harm, Rows } from "./utility.ts";

/** Names that a model is likely to try and that are never allowed, so that the denial can say why and what to do instead. */
const names: readonly (readonly [does: Harm, instead: string, names: string])[] = [
  [
    "writes",
    "use FileWrite or FileEdit inside the memory folder",
    "rm rmdir unlink shred mv cp ln mkdir touch truncate install mkfifo mknod mktemp dd sponge split csplit patch rsync " +
      "chmod chown chgrp chattr setfattr setfacl cpio pax ar zip bzip2 bunzip2 xz unxz zstd unzstd compress " +
      "uncompress ed ex sdiff script logger mail ctags etags indent wipe fallocate rename mmv yq updatedb at",
  ],
  [
    "runs",
    "name the utility itself",
    "xargs parallel awk gawk mawk nawk deno bun php lua tclsh java go cargo make cmake ninja " +
      "npm npx yarn pnpm pip pip3 bash sh dash zsh ksh fish csh tcsh busybox toybox eval exec source . builtin trap sudo su doas " +
      "nohup setsid stdbuf ionice chrt taskset unshare nsenter chroot runuser setpriv strace ltrace gdb lldb valgrind perf " +
      "expect watch find2perl ldd zgrep zegrep zfgrep bc dc sqlite3 psql mysql docker podman kubectl terraform ansible systemd-run " +
      "entr flock run-parts start-stop-daemon open xdg-open gcc cc clang rustc tsc m4 cpp ld as osascript",
  ],
  [
    "connects",
    "nothing here may reach the network",
    "curl wget ssh scp sftp ftp telnet nc ncat netcat socat ping ping6 traceroute tracepath mtr dig host nslookup whois nmap " +
      "tcpdump hostid openssl aria2c lynx w3m links http https gh hub resolvectl rclone svn hg",
  ],
  [
    "sets",
    "it changes the shell or the system",
    "local readonly unset unsetenv shopt unalias enable hash mapfile readarray let " +
      "shift getopts pushd popd fc bind complete compgen compopt wait fg bg disown kill pkill killall suspend logout " +
      "umount swapon swapoff modprobe insmod rmmod iptables nft tc ethtool iw systemctl service " +
      "journalctl reboot shutdown halt poweroff init useradd userdel usermod groupadd passwd chsh hostnamectl timedatectl localectl " +
      "hwclock stty setterm tput reset loadkeys renice sync fsck mkfs fdisk parted losetup cryptsetup apt apt-get dpkg yum dnf rpm " +
      "brew snap pacman defaults launchctl domainname ipcrm ipcs loginctl ntpdate inotifywait",
  ],
  // Even in batch mode: procps-ng 4 makes ~/.config/procps.
  ["asks", "print processes with ps instead", "top htop btop atop iotop nmon"],
  [
    "asks",
    "print a part with head, tail or sed -n instead",
    "less more most pg man info vi vim nvim nano pico emacs joe mcedit screen tmux dialog whiptail mc ranger fzf " +
      "zless zmore bat batcat tailf yes",
  ],
];

export const refused: Rows = Object.fromEntries([
  ...names.map(([does, instead, list]): readonly [string, Arguments] => [list, { by: "nothing", does, instead }]),
  [
    "perl python python2 python3 ruby node",
    { by: "nothing", does: "runs", instead: "name the utility itself", but: "--version" },
  ],
]);
