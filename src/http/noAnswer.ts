// A marker in place of an answer: the connection is closed. Only a fault asks for it.
import type { ResponseValue } from "./exchange.ts"

/** Closes the connection in place of an answer. */
export const noAnswer: ResponseValue = { status: 0, headers: {}, body: null }

/** Tells whether the connection is to be closed in place of an answer. */
export const isNoAnswer = ({ status }: ResponseValue): boolean => status === noAnswer.status
