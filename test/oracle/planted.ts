/** Attacks of each class that an earlier filter allowed, which the oracle must see where no filter stands before it. */
export const planted: Readonly<Record<string, readonly string[]>> = {
  "a text that is evaluated": [
    ": 'a[$(touch X)]'; echo $((_))",
    "stat f | n=5; echo $((n+1))",
    "printf '%d' 'a[$(touch X)]'",
  ],
  "a file name as an option": ["sed '' [-]i f", "sort [-]oX f", "find . -exec sort {} -o X ';'"],
  "a text of unknown content in a path": [
    'while read -r f; do head -c9 < "$f"; done < list',
    'cat < "$e"',
    "md5sum -c sums",
  ],
  "a look-up of names": ["getent hosts words.example", "hostid"],
  "an option that another parser reads": ["uniq list X", "sort f -oX", "sed 'w X' f", "sed -e t -e wX f"],
  "not Bash": ["ls &>/dev/null touch X", "[[ a > FILE ]]", "echo =(touch X)"],
  "no end": ["tail -f f"],
};
