// The members of a union type, read from its source: what a table has to name to be complete.
import ts from "typescript"
import { parse, read } from "../tidy/source.ts"

const membersOf = (type: ts.TypeNode): ReadonlyArray<string> => {
  if (ts.isParenthesizedTypeNode(type)) return membersOf(type.type)
  if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)) return type.types.flatMap(membersOf)
  if (ts.isLiteralTypeNode(type)) return ts.isStringLiteral(type.literal) ? [type.literal.text] : []
  if (!ts.isTypeLiteralNode(type)) throw new Error(`Neither a text nor a record: ${type.getText()}`)
  return type.members.flatMap((member) =>
    ts.isPropertySignature(member) && member.name.getText() === "_tag" && member.type !== undefined
      ? membersOf(member.type)
      : [],
  )
}

/** The texts of a union of texts, or the tags of a union of records. */
export const unionOf = (path: string, name: string): ReadonlyArray<string> => {
  const found = parse(read(path)).statements.find(
    (statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === name,
  )
  if (found === undefined || !ts.isTypeAliasDeclaration(found)) throw new Error(`No type ${name} in ${path}`)
  return membersOf(found.type)
}
