import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailDate } from '../src/mail/date.js'
import { fromBase64, fromQuoted, headerText } from '../src/mail/encodings.js'
import { textOfHtml } from '../src/mail/html-text.js'
import { readMail, senderOf } from '../src/mail/read-mail.js'

const lines = (...all: string[]) => all.join('\r\n')

test('headers are read, folded ones too, and the body follows the empty line', () => {
  const mail = readMail(
    lines(
      'Subject: A long',
      '  story',
      'From: "Ada L." <ada@example.org>',
      'Date: Thu, 1 Aug 2002 10:00:00 +0200',
      '',
      'Hello,',
      '',
      'there: no header',
    ),
    {},
  )
  assert.equal(mail.subject, 'A long story')
  assert.equal(mail.from, 'Ada L.')
  assert.equal(mail.address, 'ada@example.org')
  assert.equal(mail.date, Date.UTC(2002, 7, 1, 8))
  assert.equal(mail.body, 'Hello,\n\nthere: no header')
  assert.deepEqual(
    mail.headers.map(({ name }) => name),
    ['Subject', 'From', 'Date'],
  )
})

test('known fields take precedence over headers', () => {
  const mail = readMail('just a body', { subject: 'Known', from: 'zoe@example.org', date: 'not a date' })
  assert.equal(mail.subject, 'Known')
  assert.equal(mail.from, 'zoe@example.org')
  assert.equal(mail.date, undefined)
  assert.equal(mail.body, 'just a body')
  assert.deepEqual(mail.headers, [])
})

test('of several parts the plain one is shown, decoded', () => {
  const mail = readMail(
    lines(
      'Content-Type: multipart/alternative; boundary="b=1"',
      '',
      'ignored',
      '--b=1',
      'Content-Type: text/html',
      '',
      '<p>page</p>',
      '--b=1',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'caf=E9 =',
      'noir',
      '--b=1--',
      'after',
    ),
    {},
  )
  assert.equal(mail.body, 'café noir')
})

test('parts within parts are found, and a page is read where there is no plain part', () => {
  const inner = lines(
    '--in',
    'Content-Type: text/html',
    'Content-Transfer-Encoding: base64',
    '',
    'PGI+aGk8L2I+',
    '--in--',
  )
  const mail = readMail(
    lines(
      'Content-Type: multipart/mixed; boundary=out',
      '',
      '--out',
      'Content-Type: multipart/related; boundary=in',
      '',
      inner,
      '--out',
      'Content-Type: image/png',
      'Content-Transfer-Encoding: base64',
      '',
      'AAAA',
      '--out--',
    ),
    {},
  )
  assert.equal(mail.body, 'hi')
})

test('tolerates unterminated parts and missing boundaries', () => {
  const nested = Array.from(
    { length: 40 },
    (_, n) => `--x\nContent-Type: multipart/mixed; boundary=x\n\n${n}`,
  )
  const mail = readMail(`Content-Type: multipart/mixed; boundary=x\n\n${nested.join('\n')}`, {})
  assert.equal(typeof mail.body, 'string')
  assert.equal(
    readMail('Content-Type: multipart/mixed; boundary=gone\n\nall there is', {}).body,
    'all there is',
  )
})

test('truncates a very long mail', () => {
  const mail = readMail(`Subject: long\n\n${'word '.repeat(2_000_000)}`, {})
  assert.equal(mail.isCut, true)
  assert.ok(mail.body.length < 500_000)
})

test('encoded words', () => {
  assert.equal(headerText('=?ISO-8859-1?Q?caf=E9?= and =?utf-8?b?w6k=?='), 'café and é')
  assert.equal(headerText('=?utf-8?Q?a?= =?utf-8?Q?b?='), 'ab', 'ignores the space between two encoded words')
  assert.equal(headerText('=?no-such-charset?Q?x=41?='), 'xA')
  assert.equal(headerText('2 =? 3'), '2 =? 3')
})

test('decodes invalid encodings as far as possible', () => {
  assert.equal(fromBase64('aGVsbG8!!', 'utf-8'), 'hello')
  assert.equal(fromBase64('aGVsb', 'utf-8'), 'hel')
  assert.equal(fromQuoted('50=% off =ZZ', 'utf-8'), '50=% off =ZZ')
})

test('converts HTML to text without hidden elements', () => {
  assert.equal(
    textOfHtml(
      '<html><head><title>t</title></head><style>p{}</style><!-- no --><p>One<br>two</p><script>x()</script><p>&#8364; &nbsp;&unknown;</p>',
    ),
    'One\ntwo\n\n€ &unknown;',
  )
  assert.equal(textOfHtml('1 < 2 and <b>3</b> > 2'), '1 < 2 and 3 > 2')
  assert.equal(textOfHtml('&lt;script&gt;'), '<script>', 'it is text from here on')
})

test('detects HTML regardless of its type and prefers a plain part', () => {
  const page = '<font size=1><HTML><body>a<br>b &amp; c &#8226; &#150 &pound;5</body>'
  assert.equal(readMail(`Subject: s\n\n${page}`).body, 'a\nb & c • – £5')
  const mixed = 'Content-Type: multipart/alternative boundary=x'
  assert.equal(readMail(`${mixed}\n\n--x\n\n${page}\n--x\n\nplain\n--x--`).body, 'plain')
})

test('cells are apart, and a word is one whatever is bold in it', () => {
  assert.equal(textOfHtml('<table><tr><td>a</td><td>b</td></tr></table>'), 'a b')
  assert.equal(
    textOfHtml('<o:p></o:p>V<!x>ia<b>gr</b>a<?xml:namespace prefix = o ?> I <3 you'),
    'Viagra I <3 you',
  )
  assert.equal(textOfHtml(`${'İ'.repeat(9)}<style>x</style>y`), `${'İ'.repeat(9)}y`)
})

test('assumes UTF-8 or the default character set if none is declared', () => {
  const mail = (text: string) => readMail(`Content-Transfer-Encoding: quoted-printable\n\n${text}`).body
  assert.equal(mail('caf=C3=A9'), 'café')
  assert.equal(mail('caf=E9 =96 =80'), 'café – €')
  assert.equal(mail('né caf=E9'), 'né café')
  assert.equal(fromQuoted('=82=A0', 'shift_jis'), 'あ')
  assert.equal(readMail('Content-Type: text/plain; charset=ISO-2022-JP\n\n\u001b$B$"\u001b(B!').body, 'あ!')
  assert.equal(fromQuoted('=83A', 'shift_jis'), 'ア')
  assert.equal(fromQuoted('=E4 =3D', 'nonsense'), 'ä =')
})

test('treats lines with colons as headers only with a known header name', () => {
  const text = 'URL: example.org\nDate: Not supplied\n\nNews'
  assert.deepEqual([readMail(text).headers, readMail(text).body], [[], text])
  assert.equal(readMail('Subject: nothing below').body, '')
  assert.equal(readMail('X-Spam_Level+: 3\nSubject: s\n\nHi').subject, 's')
})

test('falls back to the preamble if no part has text', () => {
  const mail =
    'Content-Type: multipart/mixed;\n boundary="b"\n\nold\n--b\nContent-Type: image/png\n\nxx\n--b--'
  assert.equal(readMail(mail).body, 'old')
})

test('senders', () => {
  assert.deepEqual(senderOf('Ada <ada@example.org>'), { from: 'Ada', address: 'ada@example.org' })
  assert.deepEqual(senderOf('<ada@example.org>'), { from: 'ada@example.org', address: '' })
  assert.deepEqual(senderOf('"Ada "The" L." <a@b>'), { from: 'Ada "The" L.', address: 'a@b' })
  assert.deepEqual(senderOf(''), { from: '', address: '' })
})

test('reads adversarial texts in linear time', () => {
  const folded = `Subject: x${'\n\t\ty'.repeat(5000)}\rq`
  assert.equal(readMail(folded, {}).headers.length, 1)
  assert.equal(mailDate('aaa 1 1:11 '.repeat(100_000)), undefined)
  assert.equal(textOfHtml('<style>'.repeat(40_000)), '')
  assert.equal(textOfHtml('<!--'.repeat(50_000)).length, 200_000)
  assert.equal(typeof textOfHtml('<a '.repeat(100_000)), 'string')
  assert.equal(typeof readMail(`Subject: ${'=?utf-8?Q?'.repeat(10_000)}\n\n`, {}).subject, 'string')
  assert.equal(senderOf(`a${' '.repeat(400_000)}b`).from.length, 400_002)
})
