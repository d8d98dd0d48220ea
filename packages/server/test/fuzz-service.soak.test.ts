import { test } from 'node:test'
import { checkFuzz } from './support/fuzz-check.js'

test('very many random requests to the whole service never break it', (context) => checkFuzz(context, 10_000))
