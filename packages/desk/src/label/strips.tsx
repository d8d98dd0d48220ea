import { RichText, say } from '../words/say.js'
import { actionText } from './action-text.js'
import type { Outbox } from './outbox.js'

const Offline = ({ outbox, loaded }: { readonly outbox: Outbox; readonly loaded: number }) => {
  const count = outbox.entries.length
  if (count > 0 && !outbox.isStored) return <RichText k="label.strips.offlineTab" count={count} />
  return count === 0 ? (
    <RichText k="label.strips.offlineNone" loaded={loaded} />
  ) : (
    <RichText k="label.strips.offline" count={count} loaded={loaded} />
  )
}

interface StripsProps {
  readonly outbox: Outbox
  readonly loaded: number
  readonly isOffline: boolean
}

/** Banners about answers that cannot be saved. */
export const Strips = ({ outbox, loaded, isOffline }: StripsProps) => {
  const { problem, entries } = outbox
  const [first] = entries
  if (isOffline || problem?.kind === 'offline')
    return (
      <div class="notice" role="alert">
        <span>
          <Offline outbox={outbox} loaded={loaded} />
        </span>
        <button type="button" class="button" onClick={() => outbox.retry()}>
          {say('label.strips.retryNow')}
        </button>
      </div>
    )
  if (!problem || !first) return null
  return (
    <div class="notice bad" role="alert">
      <span>
        <RichText
          k="label.strips.notSaved"
          answer={actionText(first)}
          title={first.title}
          reason={problem.reason}
        />{' '}
        {entries.length > 1 && say('label.strips.behind', { count: entries.length - 1 })}
      </span>
      <span class="choices">
        <button type="button" class="button" onClick={() => outbox.retry()}>
          {say('common.tryAgain')}
        </button>
        {problem.kind === 'refused' && (
          <button type="button" class="button quiet" onClick={() => outbox.discardFirst()}>
            {say('label.strips.discard')}
          </button>
        )}
      </span>
    </div>
  )
}
