import type { Schemas } from '@askance/server/client'
import { unwrap } from '@askance/server/client'
import { useEffect } from 'preact/hooks'
import { useLoaded } from '../parts/loaded.js'
import { NumberTableHead } from '../parts/number-table-head.js'
import { formatCount, formatDuration } from '../parts/numbers.js'
import { Scrolling } from '../parts/scrolling.js'
import { useSession } from '../shell/session.js'
import { say } from '../words/say.js'
import { Panel } from './panel.js'

type WorkersView = Schemas['Workers']

const EVERY = 5000

/** Who works on a wide stream, and how far its owner is. */
export const Workers = ({ stream }: { readonly stream: string }) => {
  const { client } = useSession()
  const params = { path: { stream } }
  const { data, reload } = useLoaded(
    (signal) => unwrap(client.GET('/v1/streams/{stream}/workers', { params, signal })),
    [stream],
  )
  useEffect(() => {
    const timer = setInterval(reload, EVERY)
    return () => clearInterval(timer)
  }, [reload])
  if (!data) return null
  const { workers } = data
  const heads = (
    ['worker', 'partitions', 'version', 'items', 'waiting', 'refused', 'forbidden'] as const
  ).map((head) => say(`dashboard.workers.${head}`))
  return (
    <Panel title={say('dashboard.workers.title')} note={ownerText(data)} class="wide">
      {workers.length === 0 ? (
        <p class="muted" role="status">
          {say(data.away ? 'dashboard.workers.away' : 'dashboard.workers.none')}
        </p>
      ) : (
        <Scrolling class="scroll-x" label={heads.join(', ')}>
          <table class="table">
            <NumberTableHead heads={heads} />
            <tbody>
              {workers.map((own, k) => (
                <tr key={k}>
                  <td>{formatCount(k + 1)}</td>
                  <td class="n">{formatCount(own.partitions)}</td>
                  <td class="n">{formatCount(own.version)}</td>
                  <td class="n">{formatCount(own.items)}</td>
                  <td class="n">{formatCount(own.waiting)}</td>
                  <td class="n">{formatCount(own.refused)}</td>
                  <td class="n">{formatCount(own.forbidden)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolling>
      )}
    </Panel>
  )
}

/** How far the owner is: its last version, what waits, and the questions that are granted. */
const ownerText = ({
  version,
  versionAge = 0,
  pagesWaiting = 0,
  grantsLeft,
}: WorkersView): string | undefined => {
  if (version === undefined) return undefined
  const age = formatDuration(1000 * versionAge)
  const text = say('dashboard.workers.owner', { version: formatCount(version), age, count: pagesWaiting })
  return grantsLeft === undefined
    ? text
    : `${text} · ${say('dashboard.workers.granted', { count: grantsLeft })}`
}
