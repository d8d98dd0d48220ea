import { Said, say } from '../words/say.js'
import { deedWord } from './deed-word.js'
import type { Outbox } from './outbox.js'

const Offline = ({ outbox, loaded }: { readonly outbox: Outbox; readonly loaded: number }) => {
  const count = outbox.entries.length
  if (count > 0 && !outbox.isKept) return <Said k="label.strips.offlineTab" count={count} />
  return count === 0 ? (
    <Said k="label.strips.offlineNone" loaded={loaded} />
  ) : (
    <Said k="label.strips.offline" count={count} loaded={loaded} />
  )
}

interface StripsProps {
  readonly outbox: Outbox
  readonly loaded: number
  readonly isOffline: boolean
}

/** What is in the way of saving, above the item. */
export const Strips = ({ outbox, loaded, isOffline }: StripsProps) => {
  const { trouble, entries } = outbox
  const [first] = entries
  if (isOffline || trouble?.kind === 'offline')
    return (
      <div class="notice" role="alert">
        <span>
          <Offline outbox={outbox} loaded={loaded} />
        </span>
        <button type="button" class="button" onClick={() => outbox.retry()}>
          {say('label.strips.tryNow')}
        </button>
      </div>
    )
  if (!trouble || !first) return null
  return (
    <div class="notice bad" role="alert">
      <span>
        <Said
          k="label.strips.notSaved"
          answer={deedWord(first)}
          title={first.title}
          reason={trouble.reason}
        />{' '}
        {entries.length > 1 && say('label.strips.behind', { count: entries.length - 1 })}
      </span>
      <span class="choices">
        <button type="button" class="button" onClick={() => outbox.retry()}>
          {say('common.tryAgain')}
        </button>
        {trouble.kind === 'refused' && (
          <button type="button" class="button quiet" onClick={() => outbox.giveUp()}>
            {say('label.strips.leave')}
          </button>
        )}
      </span>
    </div>
  )
}
