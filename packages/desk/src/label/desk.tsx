import { ProblemError } from '@askance/server/client'
import { useEffect } from 'preact/hooks'
import { FileColumns } from '../item/file-columns.js'
import { Problem } from '../parts/problem.js'
import { useStream } from '../shell/follow.js'
import { Link } from '../shell/navigation.js'
import { useShell } from '../shell/shell.js'
import { say } from '../words/say.js'
import { EmptyState, Loading } from './states.js'
import { Work } from './work.js'

/** The labelling desk: one item at a time, one key per answer. */
export const Desk = ({ stream }: { readonly stream: string }) => {
  const { data, error, reload } = useStream(stream)
  const { update } = useShell()
  const guidelines = data?.config.guidelines ?? ''
  useEffect(() => update({ guidelines }), [guidelines, update])
  useEffect(() => () => update({ waiting: 0, guidelines: '' }), [update])
  if (data)
    return (
      <FileColumns.Provider value={data.config.file?.columns ?? []}>
        <Work detail={data} onChanged={reload} />
      </FileColumns.Provider>
    )
  return (
    <main id="main" class="desk">
      <section class="stage" aria-label={say('label.stage')}>
        {error === undefined ? (
          <Loading />
        ) : error instanceof ProblemError && error.status === 404 ? (
          <EmptyState title={say('label.states.unknown', { stream })}>
            <p>{say('label.states.unknownText')}</p>
            <div class="row">
              <Link to={{ view: 'streams' }} class="button">
                {say('common.allStreams')}
              </Link>
            </div>
          </EmptyState>
        ) : (
          <Problem error={error} onRetry={reload} />
        )}
      </section>
    </main>
  )
}
