import assert from 'node:assert/strict'
import { test } from 'node:test'
import { benchErrorTable } from '@askance/bench'
import { coreErrorTable } from '@askance/core/internals'
import { dataErrorTable } from '@askance/data'
import { serverErrorTable } from '@askance/server'
import { cliErrorTable } from '../src/errors.js'

test('a code has one meaning in all packages', () => {
  const tables = [coreErrorTable, dataErrorTable, benchErrorTable, serverErrorTable, cliErrorTable]
  const codes = tables.flatMap((table) => Object.keys(table))
  assert.deepEqual(
    codes.filter((code, k) => codes.indexOf(code) !== k),
    [],
  )
})
