// Test reporter: sends events to the parent process as JSON lines on descriptor 3.
import { writeSync } from 'node:fs'
import { inspect } from 'node:util'

/** The name of the test that marks the end of a file in a process that runs several files. */
export const END_OF_FILE = '(end of file)'

const CHANNEL = 3

const send = (event) => {
  let bytes = Buffer.from(`${JSON.stringify(event)}\n`)
  while (bytes.length > 0) bytes = bytes.subarray(writtenOf(bytes))
}

/** Retries when the pipe is full. */
const writtenOf = (bytes) => {
  try {
    return writeSync(CHANNEL, bytes)
  } catch (error) {
    if (error.code === 'EAGAIN') return 0
    throw error
  }
}

const outcomeOf = ({ type, data }, path) => ({
  path,
  passed: type === 'test:pass',
  suite: data.details.type === 'suite',
  milliseconds: data.details.duration_ms,
  skip: data.skip === true ? 'no reason given' : data.skip,
  todo: data.todo !== undefined && data.todo !== false,
  // A failed suite only repeats the failure of a test.
  error:
    type === 'test:fail' && data.details.error?.failureType !== 'subtestsFailed'
      ? inspect(data.details.error?.cause ?? data.details.error)
      : undefined,
})

/** Of the whole run there are counts, and warnings about what a test left behind, which fail the process. */
const isOfTest = ({ nesting, message }) => nesting > 0 || message.startsWith('Warning:')

export default async function* report(events) {
  const path = []
  for await (const event of events) {
    const { type, data } = event
    if (type === 'test:start') path.splice(data.nesting, path.length, data.name)
    else if (type === 'test:dequeue' && data.nesting === 0 && data.name === END_OF_FILE) send({ end: true })
    else if (type === 'test:diagnostic' && isOfTest(data)) send({ note: data.message })
    else if (type === 'test:pass' || type === 'test:fail') {
      path.splice(data.nesting, path.length, data.name)
      if (path.length > 1 || data.name !== END_OF_FILE) send({ outcome: outcomeOf(event, [...path]) })
    }
  }
  yield ''
}
