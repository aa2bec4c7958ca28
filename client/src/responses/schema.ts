type TypeName = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** The part of JSON schema that responses are described with. */
export interface Schema {
  readonly $ref?: string;
  /** Objects that differ in the one value that a property of theirs may have. */
  readonly anyOf?: readonly Schema[];
  readonly type?: TypeName | readonly TypeName[];
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: 'uuid' | 'date-time' | 'bitcoin-address' | 'bitcoin-address-or-none' | 'psbt';
  readonly minimum?: number;
  readonly maximum?: number;
}
