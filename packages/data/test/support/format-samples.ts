/** Files of each text format, as people write them: every feature of a format stands in one of them. */
export const formatSamples: Readonly<Record<string, readonly string[]>> = {
  libsvm: ['+1 1:0.5 3:-2\n-1 2:1 # why\n\nspam qid:3 7:1e-3\r\n', '0 0:1 1:0.5\n1 3:0.25\n'],
  vw: [
    "1 2 'a|x:2 one:3 two |y three:.5 é\n-1 |x one\n\n| a b:2 | c\nspam 0.5 | z:1e-3\r\n",
    '1 |a b|c d:2 :5\n+1.0 1 0.5 | x x:2',
  ],
  arff: [
    "% c\n@relation r\n@attribute a numeric\n@attribute 'b c' {x,'y z'}\n@attribute s string\n@data\n1,x,hello\n?,'y z',\"a \\\"b\\\"\"\n{0 2, 1 x}\n{}, {2}\n",
    '@ATTRIBUTE n real\r\n@ATTRIBUTE class {0,1}\r\n@DATA\r\n1.5,0\r\n-2e3,1,{0.5}\r\n % end\r\n',
  ],
  csv: [
    'id,n,colour,text,label\n1,0.5,red,"a, ""b""\nc",x\n2,,green,,y\n\n3,-1e3,red,"",x\n',
    '1;2;a\n3;4;b\n5;6;a\n',
    'a,label\r\n1,"x"\r\n2,y',
  ],
  tsv: ['label\ttext\nham\thello "you" there\nspam\t"buy\nnow"\n', 'n\tlabel\n1\ta\n2\tb\n'],
  jsonl: [
    '{"id":"a","text":"hello é","label":"x","weight":2,"meta":{"k":[1,{}]}}\n{"features":{"a":1,"b":-2e-3},"label":1}\n\n{"features":{"indices":[1,7],"values":[0.5,2]}}\n',
    '{"x":[1,2.5,-3],"label":true,"other":"\\u00e9\\n"}\r\n{"text":"","label":null}',
  ],
}
