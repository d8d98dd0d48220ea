/** The NATS servers of the tests are defined once for the whole repository. */
interface NatsCluster {
  readonly members: readonly { readonly url: string; readonly pid: number | undefined }[]
  stop(): Promise<void>
}

export const { startNatsCluster, withoutNats } = (await import(
  new URL('../../../packages/server/dist/test/support/nats.js', import.meta.url).href
)) as { startNatsCluster: () => Promise<NatsCluster>; withoutNats: string | undefined }
