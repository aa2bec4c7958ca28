/** What a declaration says to whoever reads it: comment, signature, fields. */
import ts from 'typescript';
import { STANDARD } from './standard.ts';

/**
 * A field of a type, or a member of a class. `path` of a nested one has its parents: `listings[].priceSats`.
 */
export interface Field {
  readonly path: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly comment: string;
}

const DEEPEST = 3;
const LONGEST_TYPE = 100;
const PRINTED = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType;

/** The comment of a declaration; of a type that a schema makes, the description of the schema. */
export function commentOf(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  const comment = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  if (comment) return comment;
  for (const declaration of symbol.declarations ?? []) {
    const described = descriptionIn(checker, declaration, DEEPEST);
    if (described) return described;
  }
  return '';
}

/** The description of a schema: `description: '…'`, or the sentence that a call makes it of. */
function descriptionIn(checker: ts.TypeChecker, node: ts.Node, depth: number): string | undefined {
  if (ts.isStringLiteralLike(node)) return /^[A-Z0-9`].*\.$/s.test(node.text) ? node.text : undefined;
  if (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node))
    return node.initializer && descriptionIn(checker, node.initializer, depth);
  if (ts.isShorthandPropertyAssignment(node))
    return named(checker, checker.getShorthandAssignmentValueSymbol(node), depth);
  if (ts.isIdentifier(node)) return named(checker, checker.getSymbolAtLocation(node), depth);
  if (ts.isObjectLiteralExpression(node)) {
    const described = node.properties.find((property) => property.name?.getText() === 'description');
    return described && descriptionIn(checker, described, depth);
  }
  if (!ts.isCallExpression(node)) return undefined;
  // what is said last of it, as options of a schema are
  for (const argument of [...node.arguments].reverse()) {
    const described = descriptionIn(checker, argument, depth);
    if (described) return described;
  }
  return undefined;
}

function named(checker: ts.TypeChecker, symbol: ts.Symbol | undefined, depth: number): string | undefined {
  if (!symbol || depth === 0) return undefined;
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const [declaration] = target.declarations ?? [];
  return declaration && descriptionIn(checker, declaration, depth - 1);
}

/** A declaration without its body and its comments. */
export function signatureOf(checker: ts.TypeChecker, name: string, symbol: ts.Symbol): string {
  const declaration = symbol.declarations![0]!;
  if (ts.isFunctionDeclaration(declaration)) return `function ${name}${callOf(checker, declaration)}`;
  if (ts.isVariableDeclaration(declaration)) {
    const type = checker.getTypeOfSymbol(symbol);
    const [call] = type.getCallSignatures();
    const text = call
      ? `function ${name}${checker.signatureToString(call, declaration, PRINTED)}`
      : `const ${name}: ${checker.typeToString(type, declaration, PRINTED)}`;
    return text.replaceAll(/import\("[^"]+"\)\./g, '');
  }
  if (ts.isClassDeclaration(declaration)) return `class ${name}${heritage(declaration)}`;
  if (ts.isInterfaceDeclaration(declaration)) return `interface ${name}${heritage(declaration)}`;
  return printed(declaration);
}

function heritage({
  heritageClauses = ts.factory.createNodeArray(),
}: ts.ClassDeclaration | ts.InterfaceDeclaration) {
  return heritageClauses.map((clause) => ` ${clause.getText()}`).join('');
}

/**
 * `(session: Session, request: BuyRequest): Promise<Purchased>`; a parameter that is taken apart has its
 * type's name.
 */
function callOf(checker: ts.TypeChecker, declaration: ts.SignatureDeclaration): string {
  const parameters = declaration.parameters.map((parameter) => {
    const type = parameter.type ? printed(parameter.type) : returnedBy(checker, parameter);
    const isOptional = parameter.questionToken ?? parameter.initializer;
    const name = ts.isIdentifier(parameter.name) ? parameter.name.text : nameFor(type);
    return `${name}${isOptional ? '?' : ''}: ${type}`;
  });
  const generic = declaration.typeParameters?.map((parameter) => printed(parameter)).join(', ');
  const returned = declaration.type
    ? printed(declaration.type)
    : checker.typeToString(
        checker.getSignatureFromDeclaration(declaration)!.getReturnType(),
        undefined,
        PRINTED,
      );
  const line = `(${parameters.join(', ')}): ${returned}`;
  const wide = line.length > 90 && parameters.length > 1;
  return `${generic ? `<${generic}>` : ''}${wide ? `(\n  ${parameters.join(',\n  ')},\n): ${returned}` : line}`;
}

const nameFor = (type: string) => (/^\w+$/.test(type) ? type[0]!.toLowerCase() + type.slice(1) : 'options');

/** The type of a node as the compiler sees it. */
function returnedBy(checker: ts.TypeChecker, node: ts.Node): string {
  return checker.typeToString(checker.getTypeAtLocation(node), node, PRINTED);
}

const printer = ts.createPrinter({ removeComments: true });
function printed(node: ts.Node): string {
  return printer
    .printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
    .replace(/^export /, '')
    .replaceAll('readonly ', '')
    .replaceAll('    ', '  ')
    .replace(/;$/, '');
}

/** The fields of a type and the members of a class, those of objects without a name below them. */
export function fieldsOf(checker: ts.TypeChecker, symbol: ts.Symbol): readonly Field[] {
  const declaration = symbol.declarations![0]!;
  if (
    !ts.isInterfaceDeclaration(declaration) &&
    !ts.isTypeAliasDeclaration(declaration) &&
    !ts.isClassDeclaration(declaration)
  )
    return [];
  return fieldsIn(checker, checker.getDeclaredTypeOfSymbol(symbol), '', DEEPEST);
}

function fieldsIn(checker: ts.TypeChecker, type: ts.Type, path: string, depth: number): readonly Field[] {
  if (depth === 0 || type.aliasSymbol?.name === 'Sats') return [];
  if (type.isUnion()) return inUnion(checker, type.types, path, depth);
  const item = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0]! : undefined;
  if (item) return fieldsIn(checker, item, path === '' ? '[]' : path, depth);
  return checker
    .getPropertiesOfType(type)
    .filter(isOurs)
    .flatMap((symbol) => fieldAndBelow(checker, symbol, path, depth));
}

/** The fields of every member of a union, each once; text, null and the like have none. */
function inUnion(
  checker: ts.TypeChecker,
  types: readonly ts.Type[],
  path: string,
  depth: number,
): readonly Field[] {
  const fields = new Map<string, Field>();
  const objects = types.filter((type) => type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection));
  for (const type of objects)
    for (const field of fieldsIn(checker, type, path, depth)) {
      const known = fields.get(field.path);
      const isSame = !known || known.type === field.type;
      fields.set(field.path, isSame ? field : { ...field, type: `${known.type} | ${field.type}` });
    }
  return [...fields.values()].map((field) => {
    const isAlways = objects.every((type) => checker.getPropertyOfType(type, field.path));
    return path === '' && !isAlways && !/[.[]/.test(field.path) ? { ...field, isOptional: true } : field;
  });
}

function fieldAndBelow(
  checker: ts.TypeChecker,
  symbol: ts.Symbol,
  path: string,
  depth: number,
): readonly Field[] {
  const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
  const type = checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
  const own = `${path}${path === '' ? '' : '.'}${symbol.name}`;
  const comment = commentOf(checker, symbol) || STANDARD[symbol.name] || '';
  const isOptional = (symbol.flags & ts.SymbolFlags.Optional) !== 0;
  if (
    (declaration && ts.isMethodDeclaration(declaration)) ||
    (declaration && ts.isMethodSignature(declaration))
  )
    return [{ path: own, type: callOf(checker, declaration), isOptional, comment }];
  const written =
    declaration && 'type' in declaration && declaration.type
      ? printed(declaration.type as ts.Node)
      : undefined;
  const shown = written ?? checker.typeToString(type, undefined, PRINTED).replaceAll('readonly ', '');
  const isList = checker.isArrayType(type);
  const below =
    written && !written.includes('{')
      ? []
      : fieldsIn(checker, type, `${own}${isList ? '[]' : ''}`, depth - 1);
  const brief = below.length > 0 || shown.length > LONGEST_TYPE ? (isList ? 'object[]' : 'object') : shown;
  return [{ path: own, type: brief, isOptional, comment }, ...below];
}

/** Whether a member is of this project, not of the language or another's types. */
function isOurs(symbol: ts.Symbol): boolean {
  const file = symbol.declarations?.[0]?.getSourceFile().fileName;
  return file === undefined || !file.includes('/node_modules/');
}
