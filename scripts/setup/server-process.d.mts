export const SERVER_FLAGS: readonly string[];
export const SERVER_ALLOCATOR: Readonly<Record<string, string>>;
