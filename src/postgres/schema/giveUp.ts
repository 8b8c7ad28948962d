// What a forgotten session holds is waited for, and not for ever: whoever waits in the same transaction, or behind it, is not
// held up by it.

/** For how long a function waits for a lock. It is refused with 55P03 then, and made again some times. */
export const GIVE_UP = "SET lock_timeout = '5s'"
