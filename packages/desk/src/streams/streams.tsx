export const Streams = () => <main id="main" class="page" />
