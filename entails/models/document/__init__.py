"""A constraint problem as a JSON document: read from anybody, written back, described by a schema."""

from entails.models.document.bounds import BOUNDS, Bounds
from entails.models.document.read import read_document
from entails.models.document.write import document, document_text

__all__ = ["BOUNDS", "Bounds", "document", "document_text", "read_document"]
