export const Desk = ({ stream }: { readonly stream: string }) => (
  <main id="main" class="page">
    {stream}
  </main>
)
