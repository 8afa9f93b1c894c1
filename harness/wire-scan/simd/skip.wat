;; Skips a container of valid JSON, 64 bytes at a time. The window of the body lies at 0, with zeros behind it. Each i64 holds one bit a
;; byte of a block. `assemble.ts` explains the short forms.
(module
  (memory (export "memory") 2)

  ;; Where a container goes on: how many are open, whether a string is, and whether the next byte is escaped.
  (global $depth (mut i32) (i32.const 0))
  (global $in_string (mut i64) (i64.const 0))
  (global $escaped (mut i64) (i64.const 0))

  ;; From the first byte of a container, or from where the window before ended. Returns the offset behind its closing bracket, or the
  ;; complement of the offset at which the next window begins. Blocks begin before `$end`.
  (func (export "container") (param $at i32) (param $end i32) (param $is_new i32) (result i32)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $quotes i64) (local $backslashes i64) (local $opens i64) (local $closes i64)
    (local $inside i64) (local $odd i64) (local $left i64) (local $first i64)
    (if (local.get $is_new)
      (then
        (global.set $depth (i32.const 0))
        (= @in_string 0)
        (= @escaped 0)))
    (loop $block
      (if (i32.ge_s $at $end) (then (return (i32.xor $at -1))))
      (load-block)
      (= $quotes (bytes eq 0x22))
      (= $backslashes (bytes eq 0x5c))
      (if (any (or $backslashes @escaped))
        (then
          (find-escaped $left)
          (= $quotes (and $quotes (not $left)))))
      (find-inside)
      (= $opens (and (or (bytes eq 0x7b) (bytes eq 0x5b)) (not $inside)))
      (= $closes (and (or (bytes eq 0x7d) (bytes eq 0x5d)) (not $inside)))
      (if (i64.lt_u (i64.popcnt $closes) (i64.extend_i32_u (global.get $depth)))
        (then
          (global.set $depth
            (i32.add
              (global.get $depth)
              (i32.sub (i32.wrap_i64 (i64.popcnt $opens)) (i32.wrap_i64 (i64.popcnt $closes))))))
        (else
          ;; The container may end in this block: bracket by bracket.
          (= $left (or $opens $closes))
          (loop $bracket
            (if (any $left)
              (then
                (= $first (and $left (i64.sub 0 $left)))
                (if (any (and $first $opens))
                  (then (global.set $depth (i32.add (global.get $depth) (i32.const 1))))
                  (else
                    (global.set $depth (i32.sub (global.get $depth) (i32.const 1)))
                    (if (i32.eqz (global.get $depth))
                      (then (return (i32.add $at (i32.add (i32.wrap_i64 (i64.ctz $first)) 1)))))))
                (= $left (xor $left $first))
                (br $bracket))))))
      (= $at (i32.add $at 64))
      (br $block))
    (unreachable))
)
