// The secret of an endpoint, which the simulator tells when it is made or given and never again.

/** Shows it for as long as the page is open; nothing where there is none. */
export const Secret = ({ secret }: { readonly secret: string | null }) =>
  secret === null ? null : (
    <p class="note">
      Its secret, which is shown once: <code>{secret}</code>
    </p>
  )
