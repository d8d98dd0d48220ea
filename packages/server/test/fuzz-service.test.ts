import { test } from 'node:test'
import { checkFuzz } from './support/fuzz-check.js'

test('random requests to the whole service never break it', (context) => checkFuzz(context, 1200))
