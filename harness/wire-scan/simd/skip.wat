;; Skips a container of valid JSON, 64 bytes at a time. The window of the body lies at 0, with zeros behind it.
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
    (local $f0 v128) (local $f1 v128) (local $f2 v128) (local $f3 v128)
    (local $quotes i64) (local $backslashes i64) (local $opens i64) (local $closes i64)
    (local $inside i64) (local $odd i64) (local $stop i64)
    (if (local.get $is_new)
      (then
        (global.set $depth (i32.const 0))
        (global.set $in_string (i64.const 0))
        (global.set $escaped (i64.const 0))))
    (loop $block
      (if (i32.ge_s (local.get $at) (local.get $end))
        (then (return (i32.xor (local.get $at) (i32.const -1)))))
      (local.set $a0 (v128.load offset=0 (local.get $at)))
      (local.set $a1 (v128.load offset=16 (local.get $at)))
      (local.set $a2 (v128.load offset=32 (local.get $at)))
      (local.set $a3 (v128.load offset=48 (local.get $at)))
      (local.set $quotes
        (i64.or
          (i64.or
            (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $a0) (i8x16.splat (i32.const 0x22)))))
            (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $a1) (i8x16.splat (i32.const 0x22))))) (i64.const 16)))
          (i64.or
            (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $a2) (i8x16.splat (i32.const 0x22))))) (i64.const 32))
            (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $a3) (i8x16.splat (i32.const 0x22))))) (i64.const 48)))))
      (local.set $backslashes
        (i64.or
          (i64.or
            (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $a0) (i8x16.splat (i32.const 0x5c)))))
            (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $a1) (i8x16.splat (i32.const 0x5c))))) (i64.const 16)))
          (i64.or
            (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $a2) (i8x16.splat (i32.const 0x5c))))) (i64.const 32))
            (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $a3) (i8x16.splat (i32.const 0x5c))))) (i64.const 48)))))
      ;; Which bytes a backslash escapes: runs of backslashes by addition (simdjson, find_escaped).
      (if (i64.ne (i64.or (local.get $backslashes) (global.get $escaped)) (i64.const 0))
        (then
          (local.set $odd
            (i64.xor
              (i64.sub
                (i64.or
                  (i64.shl
                    (i64.and (local.get $backslashes) (i64.xor (global.get $escaped) (i64.const -1)))
                    (i64.const 1))
                  (i64.const 0xaaaaaaaaaaaaaaaa))
                (i64.and (local.get $backslashes) (i64.xor (global.get $escaped) (i64.const -1))))
              (i64.const 0xaaaaaaaaaaaaaaaa)))
          (local.set $quotes
            (i64.and
              (local.get $quotes)
              (i64.xor
                (i64.xor (local.get $odd) (i64.or (local.get $backslashes) (global.get $escaped)))
                (i64.const -1))))
          (global.set $escaped (i64.shr_u (i64.and (local.get $odd) (local.get $backslashes)) (i64.const 63)))))
      ;; Which bytes lie in a string: each is behind an odd number of quotes.
      (local.set $inside (local.get $quotes))
      (local.set $inside (i64.xor (local.get $inside) (i64.shl (local.get $inside) (i64.const 1))))
      (local.set $inside (i64.xor (local.get $inside) (i64.shl (local.get $inside) (i64.const 2))))
      (local.set $inside (i64.xor (local.get $inside) (i64.shl (local.get $inside) (i64.const 4))))
      (local.set $inside (i64.xor (local.get $inside) (i64.shl (local.get $inside) (i64.const 8))))
      (local.set $inside (i64.xor (local.get $inside) (i64.shl (local.get $inside) (i64.const 16))))
      (local.set $inside (i64.xor (local.get $inside) (i64.shl (local.get $inside) (i64.const 32))))
      (local.set $inside (i64.xor (local.get $inside) (global.get $in_string)))
      (global.set $in_string (i64.shr_s (local.get $inside) (i64.const 63)))
      ;; Brackets and braces differ in one bit.
      (local.set $f0 (v128.or (local.get $a0) (i8x16.splat (i32.const 0x20))))
      (local.set $f1 (v128.or (local.get $a1) (i8x16.splat (i32.const 0x20))))
      (local.set $f2 (v128.or (local.get $a2) (i8x16.splat (i32.const 0x20))))
      (local.set $f3 (v128.or (local.get $a3) (i8x16.splat (i32.const 0x20))))
      (local.set $opens
        (i64.and (i64.xor (local.get $inside) (i64.const -1))
        (i64.or
          (i64.or
            (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $f0) (i8x16.splat (i32.const 0x7b)))))
            (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $f1) (i8x16.splat (i32.const 0x7b))))) (i64.const 16)))
          (i64.or
            (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $f2) (i8x16.splat (i32.const 0x7b))))) (i64.const 32))
            (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $f3) (i8x16.splat (i32.const 0x7b))))) (i64.const 48))))))
      (local.set $closes
        (i64.and (i64.xor (local.get $inside) (i64.const -1))
        (i64.or
          (i64.or
            (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $f0) (i8x16.splat (i32.const 0x7d)))))
            (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $f1) (i8x16.splat (i32.const 0x7d))))) (i64.const 16)))
          (i64.or
            (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $f2) (i8x16.splat (i32.const 0x7d))))) (i64.const 32))
            (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (local.get $f3) (i8x16.splat (i32.const 0x7d))))) (i64.const 48))))))
      (if (i64.lt_u (i64.popcnt (local.get $closes)) (i64.extend_i32_u (global.get $depth)))
        (then
          (global.set $depth
            (i32.add
              (global.get $depth)
              (i32.sub
                (i32.wrap_i64 (i64.popcnt (local.get $opens)))
                (i32.wrap_i64 (i64.popcnt (local.get $closes)))))))
        (else
          ;; The container may end in this block: bracket by bracket.
          (loop $bracket
            (if (i64.ne (i64.or (local.get $opens) (local.get $closes)) (i64.const 0))
              (then
                (local.set $stop (i64.ctz (i64.or (local.get $opens) (local.get $closes))))
                (if (i64.eqz (i64.and (i64.shr_u (local.get $opens) (local.get $stop)) (i64.const 1)))
                  (then
                    (global.set $depth (i32.sub (global.get $depth) (i32.const 1)))
                    (if (i32.eqz (global.get $depth))
                      (then
                        (return
                          (i32.add (local.get $at) (i32.add (i32.wrap_i64 (local.get $stop)) (i32.const 1)))))))
                  (else (global.set $depth (i32.add (global.get $depth) (i32.const 1)))))
                (local.set $opens
                  (i64.and (local.get $opens) (i64.shl (i64.const -2) (local.get $stop))))
                (local.set $closes
                  (i64.and (local.get $closes) (i64.shl (i64.const -2) (local.get $stop))))
                (br $bracket))))))
      (local.set $at (i32.add (local.get $at) (i32.const 64)))
      (br $block))
    (unreachable))
)
