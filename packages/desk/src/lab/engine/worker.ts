// The engine in a worker: requests in, answers out.
import type { Answer, Request } from './messages.js'
import { LabSession, problemOf } from './session.js'

const session = new LabSession(navigator.userAgent)

const post = (answer: Answer): void => self.postMessage(answer)

const obey = async (request: Request): Promise<Answer> => {
  const { id } = request
  switch (request.kind) {
    case 'open': {
      const facts = await session.open(request.file, (event) => post({ id, kind: 'event', event }))
      return { id, kind: 'opened', facts }
    }
    case 'run': {
      const outcome = await session.run(request.spec, (event) => post({ id, kind: 'event', event }))
      return { id, kind: 'ended', outcome }
    }
    case 'table':
      return { id, kind: 'table', table: session.table(request.goal) }
    case 'stop':
      session.stop()
      return { id, kind: 'stopping' }
  }
}

self.addEventListener('message', async ({ data }: MessageEvent<Request>) => {
  try {
    post(await obey(data))
  } catch (cause) {
    post({ id: data.id, kind: 'problem', problem: problemOf(cause) })
  }
})
