export const Dashboard = ({ stream }: { readonly stream: string }) => (
  <main id="main" class="page">
    {stream}
  </main>
)
