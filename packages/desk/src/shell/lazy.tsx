import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Problem } from '../parts/problem.js'
import { say } from '../words/say.js'

/** Loads a view when it is first opened. */
export const lazy = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => {
  let loaded: ComponentType<Props> | undefined
  return (props: Props) => {
    const [View, setView] = useState<ComponentType<Props> | undefined>(() => loaded)
    const [error, setError] = useState<unknown>()
    useEffect(() => {
      if (!loaded)
        load().then((view) => {
          loaded = view
          setView(() => view)
        }, setError)
    }, [])
    if (View) return <View {...props} />
    return (
      <main id="main" class="page">
        {error === undefined ? (
          <p class="unseen" role="status">
            {say('shell.loading')}
          </p>
        ) : (
          <Problem error={error} onRetry={() => location.reload()} />
        )}
      </main>
    )
  }
}
