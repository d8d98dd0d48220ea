import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { loadCommands } from '../src/index.js'
import { folder, printed } from './tools/askance.js'

const commands = await loadCommands()

const shells = ['bash', 'zsh', 'fish']
const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0

describe('completion', () => {
  for (const shell of shells) {
    test(`the ${shell} script contains every command and flag`, async () => {
      const script = await printed('completion', shell)
      for (const { name, flags } of commands) {
        assert.ok(script.includes(name))
        for (const flag of Object.keys(flags))
          assert.match(script, new RegExp(shell === 'fish' ? `-l ${flag} ` : `--${flag}[=\\[' )]`))
      }
      assert.ok(script.includes('SOAL-M-diag'))
    })

    test(`${shell} parses the script`, { skip: !isThere(shell) && `no ${shell} here` }, async (t) => {
      const path = folder(t)('script')
      writeFileSync(path, await printed('completion', shell))
      const { status, stderr } = spawnSync(shell, ['-n', path], { encoding: 'utf8' })
      assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
    })
  }

  test('bash completes commands, flags, values and files', {
    skip: !isThere('bash') && 'no bash here',
  }, async (t) => {
    const path = folder(t)
    writeFileSync(path('script'), await printed('completion', 'bash'))
    writeFileSync(path('data.libsvm'), '')
    const completed = (...words: string[]): string[] => {
      const ask = `source ${path('script')}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _askance; printf "%s\\n" "\${COMPREPLY[@]}"`
      const { stdout } = spawnSync('bash', ['-c', ask, 'bash', ...words], {
        cwd: path('.'),
        encoding: 'utf8',
      })
      return stdout.split('\n').filter(Boolean)
    }
    assert.deepEqual(completed('askance', 'r'), ['run', 'reproduce', 'restore'])
    assert.deepEqual(completed('askance', 'run', '--al'), ['--algorithm'])
    assert.deepEqual(completed('askance', 'run', '--algorithm', 'CSPAA'), ['CSPAA', 'CSPAA\\(a\\)'])
    assert.deepEqual(completed('askance', 'run', '--normalize', '=', 'b'), ['binary'])
    assert.deepEqual(completed('askance', 'run', 'da'), ['data.libsvm'])
    assert.deepEqual(completed('askance', 'run', 'x', '--coins', 'da'), ['data.libsvm'])
    assert.deepEqual(completed('askance', 'algorithms', 'SOAL-M'), ['SOAL-M', 'SOAL-M-diag'])
    assert.deepEqual(completed('askance', 'compare', 'x', 'da'), ['data.libsvm'])
    assert.deepEqual(completed('askance', 'compare', 'x', '--metric', 'ac'), ['accuracy'])
    assert.deepEqual(completed('askance', 'reproduce', 'zhai-2022/t'), [
      'zhai-2022/table-2',
      'zhai-2022/table-4',
    ])
    assert.deepEqual(completed('askance', 'help', 'ex'), ['explain'])
    assert.ok(readFileSync(path('script'), 'utf8').endsWith('complete -F _askance askance\n'))
  })
})
