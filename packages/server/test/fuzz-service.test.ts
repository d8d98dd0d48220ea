// Own process: a fault of the service may end it.
import { test } from 'node:test'
import { checkFuzz } from './support/fuzz-check.js'

const REQUESTS = process.env.ASKANCE_SOAK ? 10_000 : 150

test('random requests to the whole service never break it', (context) => checkFuzz(context, REQUESTS))
