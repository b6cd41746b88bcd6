"""Model files small enough for tests: a whole header, one tensor, no sense."""

import struct
from pathlib import Path


def text(value: str) -> bytes:
    return struct.pack("<Q", len(value)) + value.encode()


def tiny_gguf(
    path: Path,
    *,
    n_layer: int = 2,
    version: int = 3,
    tensor_bytes: int = 64,
    architecture: str = "tiny",
    pooling: int | None = None,
    is_causal: bool | None = None,
) -> Path:
    """Write a model of one F32 tensor of 16 numbers and per-layer head counts."""
    name = architecture
    values = [
        text("general.architecture") + struct.pack("<I", 8) + text(name),
        text(f"{name}.block_count") + struct.pack("<II", 4, n_layer),
        text(f"{name}.context_length") + struct.pack("<II", 4, 2048),
        text(f"{name}.embedding_length") + struct.pack("<II", 4, 64),
        text(f"{name}.attention.head_count") + struct.pack("<II", 4, 4),
        text(f"{name}.attention.head_count_kv") + struct.pack("<IIQ2i", 9, 5, 2, 1, 3),
        text("tokenizer.ggml.tokens") + struct.pack("<IIQ", 9, 8, 2) + text("a") + text("b"),
    ]
    if pooling is not None:
        values.append(text(f"{name}.pooling_type") + struct.pack("<II", 4, pooling))
    if is_causal is not None:
        values.append(text(f"{name}.attention.causal") + struct.pack("<I?", 7, is_causal))
    tensor = text("weight") + struct.pack("<IQQIQ", 2, 4, 4, 0, 0)
    header = b"GGUF" + struct.pack("<IQQ", version, 1, len(values)) + b"".join(values) + tensor
    header += b"\0" * (-len(header) % 32)
    path.write_bytes(header + b"\0" * tensor_bytes)
    return path
