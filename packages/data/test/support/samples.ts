/** Files as people write them: every feature of the format stands in one of them. */
export const samples: readonly string[] = [
  '+1 1:0.5 3:-2 17:1e-3\n-1 2:1\n1.0 4:3.25\n-1\n',
  '# a comment\n\nspam 1:1 2:2.5 # another\n  ham\t3:4\t5:6.125 \r\nspam\r\n\r\nham 9:.5 10:5. 11:+7 12:-0\n',
  '3 qid:1 1:0.1 2:0.25 3:0.125\n2 qid:1 1:0.7 2:-0.3333333 3:12345.678\n1 qid:22 2:1E5 67108864:1\n',
  'naïve 1:0.12345678901234567 2:12345678901234567890 3:1.7976931348623157e-300\nß 7:4.9e-324 8:9007199254740993\n',
  '0 0:1 1:0.5\n1 3:0.25 99:4\n2 0:0.000012345 1:123456789012345 2:1234567890.12345\n',
  '\ufeff1 1:2\n2 1:3',
  `a-label-of-more-than-thirty-one-bytes 1:1\n${'1 5:0.25 6:-0.75 1000:0.123456 20000:7.5\n'.repeat(12)}`,
  '1 1:1  2:2   3:3 \n1   10:1#close\n1\t\t1:1\t2:-2.5e0\t\n-1.0 1:1e22 2:1e-22 3:123e20 4:0.1e1 5:00001.5000\n',
]
