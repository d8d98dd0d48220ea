// Runs test files one after the other in this process: node batch.mjs file …
import { resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { END_OF_FILE } from './events.mjs'

const signal = () => {
  let give
  const given = new Promise((settle) => {
    give = settle
  })
  return { give, given }
}

let nextIsLoaded = signal()
for (const file of process.argv.slice(2)) {
  try {
    await import(pathToFileURL(resolve(file)).href)
  } catch (error) {
    test('loads', () => {
      throw error
    })
  }
  // The tests of a process run in the order of their registration, so this one follows those of the file. It runs until
  // the next file is loaded: node would take a moment without tests for the end of all and call the last hooks.
  const hasEnded = signal()
  const next = signal()
  test(END_OF_FILE, () => {
    hasEnded.give()
    return next.given
  })
  nextIsLoaded.give()
  nextIsLoaded = next
  await hasEnded.given
}
nextIsLoaded.give()
