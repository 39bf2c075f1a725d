//! numpy arrays over bytes that were filled here.

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyTuple};

/// Returns an array of a type and a shape whose bytes `fill` writes; they are 0 before.
pub(crate) fn array<'py>(
    py: Python<'py>,
    kind: &str,
    shape: &[usize],
    fill: impl FnOnce(&mut [u8]),
) -> PyResult<Bound<'py, PyAny>> {
    let numpy = py.import("numpy")?;
    let size = match kind {
        "float32" | "int32" => 4,
        "int64" => 8,
        _ => 1,
    };
    let count: usize = shape.iter().product();
    let bytes = PyByteArray::new_with(py, count * size, |bytes| {
        fill(bytes);
        Ok(())
    })?;
    let flat = numpy.call_method1("frombuffer", (bytes, kind))?;
    if shape.len() == 1 {
        Ok(flat)
    } else {
        flat.call_method1("reshape", (PyTuple::new(py, shape)?,))
    }
}

/// Returns an array of 32-bit numbers.
pub(crate) fn int32<'py>(py: Python<'py>, numbers: &[i32]) -> PyResult<Bound<'py, PyAny>> {
    array(py, "int32", &[numbers.len()], |bytes| {
        for (four, number) in bytes.chunks_exact_mut(4).zip(numbers) {
            four.copy_from_slice(&number.to_ne_bytes());
        }
    })
}

/// Returns an array of truth values.
pub(crate) fn bools<'py>(py: Python<'py>, values: &[bool]) -> PyResult<Bound<'py, PyAny>> {
    array(py, "bool", &[values.len()], |bytes| {
        for (byte, value) in bytes.iter_mut().zip(values) {
            *byte = u8::from(*value);
        }
    })
}
