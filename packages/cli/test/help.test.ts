import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VERSION } from '@askance/core'
import { loadCommands, usageLine } from '../src/index.js'
import { askance, printed } from './tools/askance.js'

const commands = await loadCommands()

describe('help', () => {
  test('the overview lists every command', async () => {
    const overview = await printed()
    for (const { name, summary } of commands) {
      assert.match(overview, new RegExp(`^ {2}${name} `, 'm'))
      assert.ok(overview.includes(summary.slice(0, 30)))
    }
    assert.equal(await printed('--help'), overview)
    assert.equal(await printed('help'), overview)
  })

  for (const command of commands)
    test(`${command.name} --help lists all flags`, async () => {
      const help = await printed(command.name, '--help')
      assert.ok(help.includes(usageLine(command)))
      for (const flag of Object.keys(command.flags)) assert.ok(help.includes(`--${flag}`), flag)
      for (const { line } of command.examples) assert.ok(help.includes(line), line)
      assert.equal(await printed('help', command.name), help)
      assert.equal(await printed(command.name, '-h'), help)
    })

  test('wraps lines to the terminal', async () => {
    const { out } = await askance(['run', '--help'], { terminal: { columns: 70 }, env: { NO_COLOR: '1' } })
    const long = out.split('\n').filter((line) => line.length > 70 && !/^ {2}(askance|zcat)/.test(line))
    assert.deepEqual(long, [])
  })

  test('the overview shows a first step for each kind of user, a command two to four examples', async () => {
    const steps = (await printed('--help')).split('First steps\n')[1]
    assert.equal(steps.match(/^ {2}askance /gm)?.length, 4)
    for (const { name, examples } of commands)
      assert.ok(examples.length >= 2 && examples.length <= 4, `${name} has ${examples.length} examples`)
  })

  test('examples are valid command lines', () => {
    for (const { examples, name } of commands)
      for (const { line } of examples) assert.match(line, new RegExp(`askance (.*\\| askance )?${name}`))
  })

  test('prints the version', async () => {
    for (const flag of ['--version', '-V', '-v']) assert.equal(await printed(flag), `askance ${VERSION}\n`)
    assert.equal(await printed('-V'), `askance ${VERSION}\n`)
  })
})

describe('an invalid command line exits with 2 and a hint', () => {
  const cases: Record<string, [string[], RegExp]> = {
    'a command': [['rnu', 'x'], /unknown command rnu; did you mean run\?/],
    'a command begun': [['algo'], /did you mean algorithms\?/],
    'a command like no other': [['xyzzy'], /unknown command xyzzy; `askance --help` lists them/],
    'help for one': [['help', 'exlain'], /did you mean explain\?/],
    'a file like a flag': [
      ['run', '-tickets.csv'],
      /run has no flag -tickets\.csv; for a file with this name, write \.\/-tickets\.csv/,
    ],
    'a flag': [['run', 'x', '--shufle'], /run has no flag --shufle; did you mean --shuffle\?/],
    'a flag like no other': [['run', 'x', '--xyzzy'], /`askance run --help` lists them/],
    'a short flag': [['run', 'x', '-q'], /run has no flag -q/],
    'an output flag': [
      ['convert', 'x', '-o', 'y'],
      /convert has no flag -o; name the file to write after the file to read/,
    ],
    'a choice': [
      ['run', 'x', '--normalize', 'L2'],
      /found L2, expected one of none, l2, max, binary; did you mean l2\?/,
    ],
    'a forgotten value': [
      ['run', 'x', '--algorithm', '--json'],
      /--algorithm requires a value: --algorithm NAME/,
    ],
    'a value at the end': [['run', 'x', '--algorithm'], /--algorithm requires a value/],
    'an empty value': [['run', 'x', '--save='], /--save requires a value/],
    'a switch with a value': [['run', 'x', '--json=yes'], /--json is a switch and takes no value; found yes/],
    'an invalid number': [['run', 'x', '--seed', 'one'], /--seed: found one, expected a whole number from 0/],
    'a number out of range': [
      ['run', 'x', '--ratio', '5'],
      /found 5, expected a number above 0 and at most 1/,
    ],
    'no data': [['run'], /run requires DATA: a file/],
    'too much data': [['run', 'a', 'b'], /unexpected argument b; run takes only DATA/],
    'no model': [['predict', 'x'], /predict requires --model MODEL/],
    'a shell': [
      ['completion', 'bsh'],
      /SHELL: found bsh, expected one of bash, zsh, fish; did you mean bash\?/,
    ],
    'an argument for nothing': [['demo', 'x'], /unexpected argument x; demo takes no arguments/],
  }
  for (const [name, [argv, message]] of Object.entries(cases))
    test(name, async () => {
      const { code, out, err } = await askance(argv)
      assert.match(err, message)
      assert.match(err, /^askance: [^\n]+\n$/)
      assert.deepEqual({ code, out }, { code: 2, out: '' })
    })
})
