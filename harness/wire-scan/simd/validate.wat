;; Checks JSON 64 bytes at a time; each i64 holds one bit a byte of them. A window of the body lies at 0, with at least 64 more bytes
;; behind it: those of the body, or spaces behind its end. Instead of a state per token: for each kind of token, the places where
;; the next one begins, and which kinds may begin there. `assemble.ts` explains the short forms.
(module
  (memory (export "memory") 11)

  ;; What the bytes before leave open: the last block's last bit of each.
  (global $in_string (mut i64) (i64.const 0))
  (global $escaped (mut i64) (i64.const 0))
  (global $in_name (mut i64) (i64.const 0))
  (global $in_scalar (mut i64) (i64.const 0))
  (global $behind_open (mut i64) (i64.const 0))
  (global $behind_value (mut i64) (i64.const 0))
  (global $behind_name (mut i64) (i64.const 0))
  (global $before_name (mut i64) (i64.const 0))
  (global $before_value (mut i64) (i64.const 0))
  ;; Open containers: four bytes each at 131,072, where its entry is, plus 1 for an object. `in_object` has all bits or none.
  (global $depth (mut i32) (i32.const 0))
  (global $in_object (mut i64) (i64.const 0))
  (global $has_ended (mut i32) (i32.const 0))
  ;; The long values: an entry each from 196,608 to 720,896, with the offsets at which it starts and ends, in order of their starts.
  (global $entries_end (mut i32) (i32.const 0))
  (global $string_start (mut i32) (i32.const 0))

  (func (export "begin")
    (= @in_string 0)
    (= @escaped 0)
    (= @in_name 0)
    (= @in_scalar 0)
    (= @behind_open 0)
    (= @behind_value 0)
    (= @behind_name 0)
    (= @before_name 0)
    (= @before_value 1)
    (= @in_object 0)
    (global.set $entries_end (i32.const 196608))
    (global.set $depth (i32.const 0))
    (global.set $has_ended (i32.const 0)))

  (func (export "hasEnded") (result i32) (global.get $has_ended))
  (func (export "entriesEnd") (result i32) (global.get $entries_end))

  ;; Where a value's entry is; 0 without room for one.
  (func $note_start (param $start i32) (result i32)
    (local $entry i32)
    (= $entry (global.get $entries_end))
    (if (i32.ge_u $entry 720896) (then (return (i32.const 0))))
    (i32.store $entry $start)
    (global.set $entries_end (i32.add $entry 8))
    (local.get $entry))

  ;; An entry of less than a block is the last one, and not worth keeping.
  (func $note_end (param $entry i32) (param $end i32)
    (if (i32.eqz $entry) (then (return)))
    (i32.store offset=4 $entry $end)
    (if (i32.lt_u (i32.sub $end (i32.load $entry)) 64)
      (then (global.set $entries_end (local.get $entry)))))

  (func $is_hex (param $at i32) (result i32)
    (local $byte i32)
    (= $byte (i32.load8_u $at))
    (i32.or
      (i32.lt_u (i32.sub $byte 0x30) 10)
      (i32.lt_u (i32.sub (i32.or $byte 0x20) 0x61) 6)))

  ;; Whether the byte behind a backslash makes an escape: one of "\/bfnrt, or u and four digits.
  (func $is_escape (param $at i32) (result i32)
    (local $byte i32)
    (= $byte (i32.load8_u $at))
    (if (i32.eq $byte 0x75)
      (then
        (return
          (i32.and
            (i32.and (call $is_hex (i32.add $at 1)) (call $is_hex (i32.add $at 2)))
            (i32.and (call $is_hex (i32.add $at 3)) (call $is_hex (i32.add $at 4)))))))
    (i32.and
      (i32.lt_u $byte 0x80)
      (i32.wrap_i64
        (and 1
          (i64.shr_u
            (select (i64.const 0x0000800400000000) (i64.const 0x0014404410000000) (i32.lt_u $byte 0x40))
            (i64.extend_i32_u (i32.and $byte 0x3f)))))))

  (func $digits (param $at i32) (result i32)
    (loop $digit
      (if (i32.lt_u (i32.sub (i32.load8_u $at) 0x30) 10)
        (then (= $at (i32.add $at 1)) (br $digit))))
    (local.get $at))

  ;; Whether a scalar stands here, and behind it, before `$most`, something that ends it.
  (func $is_scalar (param $at i32) (param $most i32) (result i32)
    (local $word i32) (local $from i32)
    (= $word (i32.load $at))
    (block $read
      ;; true, null, false
      (if (i32.or (i32.eq $word 0x65757274) (i32.eq $word 0x6c6c756e))
        (then (= $at (i32.add $at 4)) (br $read)))
      (if (i32.and (i32.eq $word 0x736c6166) (i32.eq (i32.load8_u offset=4 $at) 0x65))
        (then (= $at (i32.add $at 5)) (br $read)))
      (if (i32.eq (i32.load8_u $at) 0x2d)
        (then (= $at (i32.add $at 1))))
      (= $from $at)
      (if (i32.eq (i32.load8_u $at) 0x30)
        (then (= $at (i32.add $at 1)))
        (else (= $at (call $digits (local.get $at)))))
      (doubt-if (i32.eq $at $from))
      (if (i32.eq (i32.load8_u $at) 0x2e)
        (then
          (= $from (i32.add $at 1))
          (= $at (call $digits (local.get $from)))
          (doubt-if (i32.eq $at $from))))
      (if (i32.eq (i32.or (i32.load8_u $at) 0x20) 0x65)
        (then
          (= $from (i32.add $at 1))
          (if (i32.or (i32.eq (i32.load8_u $from) 0x2b) (i32.eq (i32.load8_u $from) 0x2d))
            (then (= $from (i32.add $from 1))))
          (= $at (call $digits (local.get $from)))
          (doubt-if (i32.eq $at $from)))))
    (doubt-if (i32.ge_u $at $most))
    (= $word (i32.load8_u $at))
    ;; A comma, ] or }; a space, tab or line end.
    (i32.or
      (i32.or (i32.eq $word 0x2c) (i32.eq (i32.or $word 0x20) 0x7d))
      (i32.and
        (i32.le_u $word 0x20)
        (i32.wrap_i64 (and 1 (i64.shr_u (i64.const 0x0000000100002600) (i64.extend_i32_u $word)))))))

  ;; Whether the blocks before `$end` leave no doubt. What may be read behind them ends at `$most`. The window begins at `$base` of the body.
  (func (export "blocks") (param $base i32) (param $end i32) (param $most i32) (result i32)
    (local $at i32) (local $top i32) (local $is_object i32) (local $opened i32) (local $place i32)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $quotes i64) (local $backslashes i64) (local $controls i64) (local $odd i64)
    (local $inside i64) (local $outside i64) (local $white i64) (local $braces i64) (local $brackets i64)
    (local $opens i64) (local $closes i64) (local $colons i64) (local $commas i64) (local $strings i64) (local $other i64)
    (local $scalars i64) (local $object i64) (local $left i64) (local $first i64) (local $from i64) (local $sum i64)
    (local $open_next i64) (local $value_next i64) (local $name_next i64) (local $names i64) (local $values i64)
    (loop $block
      (if (i32.ge_s $at $end) (then (return (i32.const 1))))
      (load-block)
      (= $quotes (bytes eq 0x22))
      (= $backslashes (bytes eq 0x5c))
      (= $controls (bytes lt_u 0x20))

      (if (any (or $backslashes @escaped))
        (then
          (find-escaped $left)
          (= $quotes (and $quotes (not $left)))
          (loop $escape
            (if (any $left)
              (then
                (doubt-if (i32.eqz (call $is_escape (i32.add $at (i32.wrap_i64 (i64.ctz $left))))))
                (= $left (and $left (i64.sub $left 1)))
                (br $escape))))))

      ;; Mostly there is only text.
      (if (i64.eqz (or $quotes (not @in_string)))
        (then
          (doubt-if (any $controls))
          (= $at (i32.add $at 64))
          (br $block)))

      (if (any (and @in_string $quotes))
        (then
          (call $note_end
            (call $note_start (global.get $string_start))
            (i32.add (i32.add $base $at) (i32.add (i32.wrap_i64 (i64.ctz $quotes)) 1)))))
      (find-inside)
      (doubt-if (any (and $controls $inside)))
      (= $strings (and $quotes $inside))
      (if (any $strings)
        (then (global.set $string_start (i32.add (i32.add $base $at) (i32.sub 63 (i32.wrap_i64 (i64.clz $strings)))))))
      (= $outside (not (or $inside $quotes)))

      (= $white (bytes eq 0x20))
      (if (any $controls)
        (then (= $white (or $white (bytes eq 0x0a) (bytes eq 0x0d) (bytes eq 0x09)))))
      (= $white (and $white $outside))
      (= $colons (and (bytes eq 0x3a) $outside))
      (= $commas (and (bytes eq 0x2c) $outside))
      (= $opens (bytes eq 0x7b))
      (= $closes (bytes eq 0x7d))
      (= $braces (or $opens $closes))
      (= $opens (and (or $opens (bytes eq 0x5b)) $outside))
      (= $closes (and (or $closes (bytes eq 0x5d)) $outside))
      (= $other (and $outside (not (or $white $colons $commas $opens $closes))))

      ;; The root is a container, and behind it there is nothing.
      (if (i32.eqz (global.get $depth))
        (then
          (if (i64.eq $white -1)
            (then (= $at (i32.add $at 64)) (br $block)))
          (doubt-if (global.get $has_ended))
          (doubt-if (i64.eqz (and $opens (and (not $white) (i64.add $white 1)))))))

      ;; From bracket to bracket: which bytes stand directly in an object.
      (= $object @in_object)
      (= $left (or $opens $closes))
      (= $top (global.get $depth))
      (loop $bracket
        (if (any $left)
          (then
            (doubt-if (global.get $has_ended))
            (= $first (and $left (i64.sub 0 $left)))
            (= $from (i64.sub 0 $first))
            (= $is_object (any (and $first $braces)))
            (= $place (i32.add (i32.add $base $at) (i32.wrap_i64 (i64.ctz $first))))
            (if (any (and $first $opens))
              (then
                (doubt-if (i32.ge_u $top 15000))
                (i32.store offset=131072 (i32.shl $top 2) (i32.or $is_object (call $note_start (local.get $place))))
                (= $top (i32.add $top 1)))
              (else
                (doubt-if (i32.eqz $top))
                (= $top (i32.sub $top 1))
                (= $opened (i32.load offset=131072 (i32.shl $top 2)))
                (doubt-if (i32.ne $is_object (i32.and $opened 1)))
                (call $note_end (i32.and $opened -2) (i32.add $place 1))
                (= $is_object (i32.const 0))
                (if (local.get $top)
                  (then (= $is_object (i32.and (i32.load offset=131068 (i32.shl $top 2)) 1)))
                  (else
                    (global.set $has_ended (i32.const 1))
                    ;; From the closing bracket on.
                    (doubt-if (any (and (<< $from 1) (not $white))))))))
            (if (i32.ne (i32.wrap_i64 (and @in_object 1)) $is_object)
              (then
                (= @in_object (not @in_object))
                (= $object (xor $object $from))))
            (= $left (xor $left $first))
            (br $bracket))))
      (global.set $depth (local.get $top))

      ;; Where a name or a value may begin, and what does.
      (= $names (or (and $opens $braces) (and $commas $object)))
      (= $values (or (and $opens (not $braces)) (and $commas (not $object)) $colons))
      (= $open_next $opens)
      (next $open_next @behind_open)
      (next $names @before_name)
      (next $values @before_value)
      (= $scalars (and $other (not (or (<< $other 1) @in_scalar))))
      (doubt-if (any (and $strings (not (or $names $values)))))
      (doubt-if (any (and (or $opens $scalars) (not $values))))

      ;; The strings that are names: a bit at their opening quote, added to the run of bytes inside, comes out at the closing one.
      (= $from (or (and $strings $names) @in_name))
      (= $sum (i64.add $from $inside))
      (= @in_name (i64.extend_i32_u (i64.lt_u $sum $inside)))
      (= $name_next (and $sum (not $inside)))
      (= $value_next (or $closes (and $quotes (not $inside) (not $name_next))))
      (next $name_next @behind_name)
      (doubt-if (i64.ne $name_next $colons))

      (next $value_next @behind_value)
      ;; Behind a scalar, too, which ends before the byte that is no part of it.
      (= $from (and (or (<< $other 1) @in_scalar) (not $other)))
      (= @in_scalar (>> $other 63))
      (= $sum (and $from $white))
      (= $sum (i64.add $sum $white))
      (= @behind_value (or @behind_value (i64.extend_i32_u (i64.lt_u $sum $white))))
      (= $value_next (or $value_next (and (or $from $sum) (not $white))))
      (doubt-if (any (and $commas (not $value_next))))
      (doubt-if (any (and $closes (not (or $value_next $open_next)))))

      (loop $scalar
        (if (any $scalars)
          (then
            (doubt-if (i32.eqz (call $is_scalar (i32.add $at (i32.wrap_i64 (i64.ctz $scalars))) (local.get $most))))
            (= $scalars (and $scalars (i64.sub $scalars 1)))
            (br $scalar))))
      (= $at (i32.add $at 64))
      (br $block))
    (unreachable))
)
