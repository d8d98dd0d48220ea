import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Problem } from '../parts/problem.js'
import { say } from '../words/say.js'

/** The place of a whole view. */
const asView = (children: ComponentChildren) => (
  <main id="main" class="page">
    {children}
  </main>
)

/** The place of a part of a view, which is inside one already. */
export const asPart = (children: ComponentChildren) => <div>{children}</div>

/** Loads a view when it is first opened, or a part of one when it is first shown. */
export const lazy = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  framed: (children: ComponentChildren) => ComponentChildren = asView,
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
      <>
        {framed(
          error === undefined ? (
            <p class="unseen" role="status">
              {say('shell.loading')}
            </p>
          ) : (
            <Problem error={error} onRetry={() => location.reload()} />
          ),
        )}
      </>
    )
  }
}
